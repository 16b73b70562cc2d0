-- Own files that describe a path which the satellite has left: the plans whose burn they were held against, and those that they lack.
alter table ca.ephemeris
  add column judged_burns uuid[] not null default '{}',
  add column lacks_burns uuid[] not null default '{}';
-- The day of the storm that was told of a plan by drag; null: none was.
alter table ca.manoeuvre add column told_storm text;
