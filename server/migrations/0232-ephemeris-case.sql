-- Which path of the satellite a file holds, as its name and its comments tell it; null: they do not, or it came before this was kept.
alter table ca.ephemeris add column path_case text
  check (path_case in ('NOMINAL', 'NO_BURN', 'HOT', 'COLD', 'POSSIBLE'));
