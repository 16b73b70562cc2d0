-- Whose business a notification and a change is: the users of one service, or everybody of the organisation. What is there
-- was nearly all said by collision avoidance: the default fills those rows without reading them, and serves processes of
-- the version before until they are replaced. The owner is bound by the policy like everybody else, so it is lifted for the
-- few rows that are for other people.
alter table notifications.notification add column audience text not null default 'ca';
alter table notifications.notification no force row level security;
update notifications.notification set audience = 'everybody' where subject is not null;
alter table notifications.notification force row level security;

alter table events.event add column audience text not null default 'ca';
alter table events.event no force row level security;
update events.event set audience = case type when 'tle' then 'tle' else 'everybody' end
where type in ('tle', 'userconfig') or (type = 'notification' and subject is not null);
alter table events.event force row level security;
