-- Views of the list of conjunctions that a person has saved under names, beside their settings of collision avoidance: until now each lay in
-- one browser. Settings of tracking have none.
alter table userconfig.userconfig add column conjunction_views jsonb not null default '[]';
