-- What a note of a call of the on-call chain says, as data, so that each reader has it in their language; null: it is no such note.
alter table ca.decision_entry add column call jsonb;
