-- An address or number that was confirmed by a simulated mail or call: that says nothing of its owner, and does not hold once mails
-- and calls really go out.
alter table delivery.receiver
  -- Its last question went to the simulator.
  add column asked_in_simulator boolean not null default false,
  -- When it was confirmed there; null: never, or its owner has confirmed it since.
  add column simulated_at timestamptz;
-- The owner of the tables writes for all organisations.
alter table delivery.receiver no force row level security;
alter table delivery.delivery no force row level security;
alter table delivery.attempt no force row level security;
update delivery.receiver r set asked_in_simulator = true, simulated_at = r.confirmed_at
where r.channel in ('email', 'phone') and (
  select a.answer ~ '^(250 )?SIMULATED' from delivery.delivery d
  join delivery.attempt a on a.tenant_id = d.tenant_id and a.delivery_id = d.id
  where d.tenant_id = r.tenant_id and d.receiver_id = r.id and d.kind = 'confirmation' and a.answer is not null
  order by d.place desc, a.number desc limit 1);
alter table delivery.attempt force row level security;
alter table delivery.delivery force row level security;
alter table delivery.receiver force row level security;
