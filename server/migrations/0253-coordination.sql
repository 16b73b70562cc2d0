-- Who was asked to move, and accepted or refused: a part of the step of the record that tells it.
alter table ca.decision_entry add column coordination jsonb;
