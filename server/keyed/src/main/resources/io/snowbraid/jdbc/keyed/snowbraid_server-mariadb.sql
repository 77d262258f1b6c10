create table if not exists snowbraid_server (
  namespace            varchar(64) not null,
  id                   varchar(40) not null,
  address              varchar(300) not null,
  expires_after_millis bigint not null,
  state                varchar(16) not null,
  moves                bigint not null,
  stamp                varchar(36) not null,
  primary key (namespace, id)
) engine = InnoDB, character set utf8mb4, collate utf8mb4_bin;
