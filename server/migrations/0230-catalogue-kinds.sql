-- What the objects of the catalogue were that a screening or the last run of a watch compared with: how many of each kind, and of a
-- watch also whether they were simulated or named one by one. What is clear is so among these. Null: no catalogue was compared with,
-- or that was not kept before this.
alter table ca.screening add column catalogue_kinds jsonb;
alter table ca.watch add column catalogue jsonb;
