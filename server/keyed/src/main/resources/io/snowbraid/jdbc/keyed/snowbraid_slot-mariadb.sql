create table if not exists snowbraid_slot (
  namespace varchar(64) not null,
  slot      integer not null,
  bound     bigint not null,
  holder    varchar(40) not null,
  version   bigint not null,
  primary key (namespace, slot)
) engine = InnoDB, character set utf8mb4, collate utf8mb4_bin;
