-- Where the figures of a process are read from, by others on the same machine: one address has those of all of them.
alter table platform.process add column machine text, add column pid integer, add column ops_port integer;
