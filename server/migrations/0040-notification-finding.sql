-- What a notification tells, as a code with values, so that a page can say it in the language of its reader. Those told
-- before have their English sentence alone.
alter table notifications.notification add column finding jsonb;
