-- How often contacts were asked for anew: a look that began before the last time found what was true before it. The time of the last look
-- cannot tell that, since two changes set it to the same.
alter table ca.command_window add column asked bigint not null default 0;
