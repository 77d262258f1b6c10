package io.snowbraid.spring;

import io.snowbraid.RollbackPolicy;
import io.snowbraid.SequenceOrder;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * The settings of the application's generator. All can stay unset if there is a {@code DataSource};
 * one that is mistyped stops the start.
 *
 * @param layout Layout of ids: the name of one in Layouts, in any case, or its text form; DEFAULT
 *     unless set.
 * @param workerId Worker number that no other running process has, in place of one that is leased.
 * @param directory Directory on a local disk that workers are recorded in, for processes of one
 *     machine.
 * @param dataSource Name of the DataSource bean whose database workers are leased from; the only or
 *     primary one unless set.
 * @param table Table that workers are leased from, with a schema before it if need be;
 *     snowbraid_worker unless set.
 * @param createTable Whether a missing table of workers is created, when scripts and migrations
 *     have run; true unless set. With false it is awaited for ten seconds.
 * @param namespace Which ids have to be unique together: a name in the table of workers; 'default'
 *     unless set.
 * @param workers Which workers may be leased from the table or directory, as numbers or ranges such
 *     as '0-63', so that several that know nothing of each other can serve one namespace; all
 *     unless set.
 * @param owner Who holds the worker, for people; the name of the host unless set.
 * @param horizon How far ahead ids are granted, and how long they go on without the store; one
 *     minute unless set.
 * @param maxLead Step back of the clock that counts as standing still, and how far a burst may run
 *     ahead of the clock; one second unless set.
 * @param maxWait How long a call may wait for the clock or the store; one second unless set.
 * @param maxClockOffset Refuses to start if the clock differs more from the store's; unless set, a
 *     difference of ten seconds is logged.
 * @param rollbackPolicy What happens when the clock steps back by more than max-lead;
 *     switch-timeline unless set.
 * @param sequenceOrder In which order the sequence numbers of a tick are used; ascending unless
 *     set.
 * @param assignedIds Whether the application may assign ids to entities; without it an entity with
 *     an id is one that was stored before, as with Hibernate's own generators.
 * @param sqlFunctions The SQL functions.
 * @param json Ids in JSON.
 */
@ConfigurationProperties(prefix = "snowbraid", ignoreUnknownFields = false)
public record SnowbraidProperties(
    @Nullable String layout,
    @Nullable Integer workerId,
    @Nullable String directory,
    @Nullable String dataSource,
    @Nullable String table,
    @Nullable Boolean createTable,
    @Nullable String namespace,
    @Nullable String workers,
    @Nullable String owner,
    @Nullable Duration horizon,
    @Nullable Duration maxLead,
    @Nullable Duration maxWait,
    @Nullable Duration maxClockOffset,
    @Nullable RollbackPolicy rollbackPolicy,
    @Nullable SequenceOrder sequenceOrder,
    @DefaultValue("false") boolean assignedIds,
    @DefaultValue SqlFunctions sqlFunctions,
    @DefaultValue Json json) {

  /**
   * The SQL functions.
   *
   * @param install Whether to install the SQL functions in the database, before Hibernate creates
   *     tables.
   */
  public record SqlFunctions(@DefaultValue("false") boolean install) {}

  /**
   * Ids in JSON.
   *
   * @param idsAsStrings Whether Jackson writes all generated ids as strings, since numbers in
   *     JavaScript are exact to 2^53 only.
   */
  public record Json(@DefaultValue("false") boolean idsAsStrings) {}
}
