-- When an order was refused last, and when somebody set the refused one aside.
alter table payments."order" add column refused_at timestamptz, add column set_aside_at timestamptz;
-- The migration belongs to no organisation: without this it would see no row, and the constraint would find some.
alter table payments."order" no force row level security;
update payments."order" set refused_at = created_at where state = 'REFUSED';
alter table payments."order" force row level security;
alter table payments."order" add constraint refused_then check ((refused_at is not null) = (state = 'REFUSED'));
alter table payments."order" add constraint aside_is_refused check (set_aside_at is null or state = 'REFUSED');
