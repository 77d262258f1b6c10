create table if not exists snowbraid_segment (
  name        varchar(256) not null,
  next_value  bigint not null,
  version     bigint not null,
  description varchar(255),
  updated_at  timestamp,
  primary key (name)
);
