-- By what a process recognises the key file that the others use: a keyed hash of nothing secret, from which no key follows.
create table platform.key_mark (
  name text primary key,
  mark text not null
);
grant select, insert on platform.key_mark to apsis_runtime;
