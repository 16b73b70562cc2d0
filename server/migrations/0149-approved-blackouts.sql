alter table ca.manoeuvre
  -- The blackouts that stood in its screening when somebody approved it: for them it is not taken back. Null: nobody has, or none were known.
  add column approved_blackouts jsonb,
  -- Since when its burn lies in a contact that it was not approved with; null: it does not.
  add column contact_since timestamptz;
-- The owner of the tables writes for all organisations.
alter table ca.manoeuvre no force row level security;
-- Of those who were approved before, what they were last held against.
update ca.manoeuvre set approved_blackouts = screening -> 'blackouts' where state in ('APPROVED', 'EXPORTED');
alter table ca.manoeuvre force row level security;
