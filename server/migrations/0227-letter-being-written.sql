-- A try that is interrupted says nothing of its letter, for whatever may end the process that sends. After an interruption a letter is
-- written alone, and while it is being written its try is marked: a marked try that has no end was ended by its letter.
alter table delivery.attempt add column is_writing boolean not null default false;
