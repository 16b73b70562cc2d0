-- When somebody used the product last, to the hour: nobody tells us of those who left at the identity provider. Of those who are here
-- already nobody knows: it counts from now.
alter table platform.member add column seen_at timestamptz not null default now();
