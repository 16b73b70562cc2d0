-- What a person is called beside their account, as their newest token says: pages and letters name people, not accounts.
alter table platform.member add column full_name text check (length(full_name) between 1 and 255);
