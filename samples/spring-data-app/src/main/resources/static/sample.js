'use strict';

const css = (name) => getComputedStyle(document.documentElement).getPropertyValue(name).trim();
const utc = (time, from, to) => new Date(time).toISOString().slice(from, to).replace('T', ' ');
const byId = (id) => document.getElementById(id);

// ---------------------------------------------------------------- buttons

/** A button that was pressed shows that it is being answered. */
const busy = (button, is) => button?.setAttribute('aria-busy', is);

const pressed = (event) => {
  const cause = event.detail.requestConfig?.triggeringEvent;
  return cause?.submitter ?? cause?.target?.closest?.('button');
};

addEventListener('htmx:beforeRequest', (event) => busy(pressed(event), true));
addEventListener('htmx:afterRequest', (event) => busy(pressed(event), false));

// ---------------------------------------------------------------- live charts

const STEPS = [1, 5, 15, 30, 60, 300, 900, 1800, 3600, 10800, 21600, 43200, 86400, 172800, 604800, 2592000]
  .map((seconds) => seconds * 1000);

/** Round times for the axis, and some air above and below. */
function timeAxis(scale, times) {
  const low = Math.min(...times);
  const high = Math.max(...times);
  const step = STEPS.find((candidate) => (high - low) / candidate <= 5) ?? (high - low) / 5;
  scale.min = Math.floor((low - step / 4) / step) * step;
  scale.max = Math.ceil((high + step / 4) / step) * step;
  scale.ticks.stepSize = step;
  scale.ticks.callback = (time) =>
    step >= 86400000 ? utc(time, 5, 10) : high - low > 86400000 ? utc(time, 5, 16)
      : step >= 60000 ? utc(time, 11, 16) : utc(time, 11, 19);
}

function secondsAxis(window) {
  const label = (second) => (second === 0 ? 'now' : `${second} s`);
  return { type: 'linear', min: -window, max: 0, ticks: { stepSize: 30, maxRotation: 0, callback: label } };
}

function newChart(id, type, x) {
  return new Chart(byId(id), {
    type,
    data: { datasets: [] },
    options: {
      animation: false, parsing: false, maintainAspectRatio: false, interaction: { mode: 'nearest' },
      scales: { x, y: { ticks: {} } },
      plugins: { tooltip: { enabled: false }, legend: { align: 'start', labels: { usePointStyle: true, boxHeight: 7 } } },
    },
  });
}

/** Light or dark, whichever the page is now. */
function colourChart(chart) {
  chart.options.color = css('--text');
  for (const scale of Object.values(chart.options.scales)) {
    scale.ticks.color = css('--quiet');
    scale.grid = { color: css('--line') };
    scale.border = { color: css('--line') };
  }
}

/** Keeps the objects that the chart knows, so that it moves instead of starting anew. */
function show(chart, datasets) {
  chart.data.datasets = datasets.map((dataset) =>
    Object.assign(chart.data.datasets.find((known) => known.label === dataset.label) ?? {}, dataset));
  colourChart(chart);
  chart.update();
}

/** 16 lanes: 8 colours, then the same dashed and with other points. */
function stroke(lane) {
  const colour = css(`--lane-${lane % 8}`);
  return {
    backgroundColor: colour, borderColor: colour,
    borderDash: lane < 8 ? [] : [5, 4], pointStyle: lane < 8 ? 'circle' : 'triangle',
  };
}

function laneDatasets(data, at) {
  const name = ({ rollback, timeline }) => `timeline ${timeline}` + (rollback ? `, rollback ${rollback}` : '');
  const lanes = data.lanes.map((lane) => {
    const points = at.map((x, i) => ({ x, y: lane.times[i] })).filter((point) => point.y >= 0);
    return { label: name(lane), data: points, showLine: true, spanGaps: 2.5, borderWidth: 2, pointRadius: 3.5, ...stroke(lane.lane) };
  });
  const line = (label, times, borderDash) => ({
    label, data: at.map((x, i) => ({ x, y: times[i] })), showLine: true, pointRadius: 0, borderWidth: 1.5, borderDash,
    borderColor: css('--quiet'), backgroundColor: css('--quiet'), pointStyle: 'line',
  });
  return [...lanes, line("this application's clock", data.clock, []), line('true time', data.trueTimes, [2, 4])];
}

function rateDatasets(data, at) {
  const line = (label, counts, colour) => ({
    label, data: at.map((x, i) => ({ x, y: counts[i] })).slice(0, -1), // the last second is not over
    showLine: true, pointRadius: 0, borderWidth: 2, borderColor: colour, backgroundColor: colour, pointStyle: 'line',
  });
  return [line('this application', data.own, css('--lane-0')), line('second process', data.others, css('--lane-1'))];
}

function showShards(chart, shards) {
  const total = shards.reduce((sum, count) => sum + count, 0);
  chart.options.scales.y.suggestedMax = total / shards.length * 1.5;
  show(chart, [{
    label: 'ids', data: shards.map((y, x) => ({ x, y })), showLine: true, pointRadius: 0, stepped: 'middle',
    borderWidth: 1, borderColor: css('--lane-2'), fill: 'origin', backgroundColor: css('--lane-2'),
  }]);
  if (total > 0) {
    const count = (number) => number.toLocaleString('en', { maximumFractionDigits: 1 });
    byId('spread').textContent = `Ids in each shard: ${count(Math.min(...shards))} in the smallest, `
      + `${count(Math.max(...shards))} in the largest, ${count(total / shards.length)} on average.`;
  }
}

function showLive(charts, data) {
  const now = data.trueTimes.at(-1);
  const at = data.trueTimes.map((time) => (time - now) / 1000);
  const y = charts.lanes.options.scales.y;
  timeAxis(y, [...data.trueTimes, ...data.clock, ...data.lanes.flatMap((lane) => lane.times.filter((time) => time >= 0))]);
  show(charts.lanes, laneDatasets(data, at));
  show(charts.rates, rateDatasets(data, at));
  showShards(charts.shards, data.shards);
}

/** Asks for news each second, while somebody can see them. */
function startLive() {
  Chart.defaults.font.family = getComputedStyle(document.body).fontFamily;
  const window = 120;
  const charts = {
    lanes: newChart('lanes', 'scatter', secondsAxis(window)),
    rates: newChart('rates', 'scatter', secondsAxis(window)),
    shards: newChart('shards', 'scatter', { type: 'linear', min: 0, max: 1024, ticks: { stepSize: 256, maxRotation: 0 } }),
  };
  charts.rates.options.scales.y.beginAtZero = true;
  charts.shards.options.scales.y.beginAtZero = true;
  charts.shards.options.plugins.legend.display = false;
  let looking = false;
  const look = async () => {
    looking = true;
    htmx.trigger(document.body, 'look');
    try {
      const answer = await fetch('/live/data');
      showLive(charts, await answer.json());
      byId('outage').hidden = true;
    } finally {
      looking = false;
    }
  };
  const lookIfSeen = () => {
    if (!document.hidden && !looking) {
      look().catch(() => { byId('outage').hidden = false; });
    }
  };
  setInterval(lookIfSeen, 1000);
  document.body.addEventListener('refresh', lookIfSeen);
  document.addEventListener('visibilitychange', lookIfSeen);
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', lookIfSeen);
  lookIfSeen();
}

// ---------------------------------------------------------------- REST

/** Shows an answer, or why there is none; nothing of the one before stays. */
async function ask(button, path, options) {
  busy(button, true);
  let [head, body] = ['The application does not answer.', ''];
  try {
    const answer = await fetch(path, options);
    head = `${answer.status} ${answer.headers.get('content-type')}`;
    body = await answer.text();
    showAnswer(head, body);
  } catch {
    showAnswer(head, body);
  }
  busy(button, false);
}

function showAnswer(head, body) {
  const isJson = head.includes('json');
  const id = isJson ? JSON.parse(body).id : undefined;
  byId('answer-head').textContent = head;
  byId('answer').hidden = !body;
  byId('answer').textContent = isJson ? JSON.stringify(JSON.parse(body), null, 2) : body;
  byId('difference').hidden = !id;
  if (id) {
    showDifference(id, String(JSON.parse(`{"id": ${id}}`).id));
  }
}

/** Marks the digits that are lost. */
function showDifference(sent, parsed) {
  const same = [...sent].findIndex((digit, i) => digit !== parsed[i]);
  const cut = same < 0 ? sent.length : same;
  byId('city-id').value = sent;
  byId('as-string').textContent = sent;
  byId('as-number').textContent = parsed.slice(0, cut);
  byId('as-number').append(Object.assign(document.createElement('b'), { className: 'wrong', textContent: parsed.slice(cut) }));
}

function startRest() {
  byId('create').addEventListener('submit', (event) => {
    event.preventDefault();
    const city = Object.fromEntries(new FormData(event.target));
    ask(event.submitter, '/api/cities', { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(city) });
  });
  byId('read').addEventListener('submit', (event) => {
    event.preventDefault();
    ask(event.submitter, `/api/cities/${encodeURIComponent(byId('city-id').value)}`);
  });
}

if (byId('lanes')) startLive();
if (byId('create')) startRest();
