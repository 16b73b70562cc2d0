-- The connections that wait for a request of a class, by the account whose limits they share: who has waited longest goes first.
create table connections.waiting_reader (
  limit_key text not null,
  class text not null,
  reader text not null,
  since timestamptz not null,
  again_at timestamptz not null,
  primary key (limit_key, class, reader)
);
grant select, insert, update, delete on connections.waiting_reader to apsis_runtime;
