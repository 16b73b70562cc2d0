-- Whose object it is by the code of the catalogue (COUNTRY_CODE), where its download says so.
alter table tle.object add column country text;
