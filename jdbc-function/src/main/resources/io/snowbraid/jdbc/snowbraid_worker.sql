create table if not exists snowbraid_worker (
  namespace  varchar(64) not null,
  worker     integer not null,
  layout     varchar(255) not null,
  owner      varchar(255),
  holder     varchar(36),
  fence      bigint not null,
  last_ticks varchar(2000) not null,
  expires_at bigint not null,
  seen_at    bigint not null,
  primary key (namespace, worker)
);
