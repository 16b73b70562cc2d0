-- When its owner resumed a receiver last: a mail of before that comes back later says nothing of it. Of those resumed before, nobody knows.
alter table delivery.receiver add column resumed_at timestamptz;
