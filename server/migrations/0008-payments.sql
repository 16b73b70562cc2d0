-- Who pays, what was ordered, and the ledger. Amounts are integers of the smallest unit of a currency.
create schema payments;
grant usage on schema payments to apsis_runtime;

-- Who pays.
create table payments.customer (
  tenant_id text not null,
  id uuid not null,
  user_id text not null,
  name text not null,
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  credit_limit bigint not null default 0 check (credit_limit >= 0),
  -- What the ledger sums up to, kept in the transaction of each entry. Reconciliation compares them.
  available bigint not null default 0,
  held bigint not null default 0 check (held >= 0),
  entries integer not null default 0,
  -- Rises with each entry and each change of the limit.
  version integer not null default 1,
  is_simulated boolean not null,
  created_at timestamptz not null,
  primary key (tenant_id, id),
  unique (tenant_id, user_id),
  constraint within_credit check (available + credit_limit >= 0)
);
alter table payments.customer enable row level security;
alter table payments.customer force row level security;
create policy tenant on payments.customer
  using (tenant_id = nullif(current_setting('app.tenant', true), ''))
  with check (tenant_id = nullif(current_setting('app.tenant', true), ''));
grant select, insert, update on payments.customer to apsis_runtime;

-- Who orders for a customer beside its own subject: service accounts, as was chosen when they were made.
create table payments.delegate (
  tenant_id text not null,
  subject text not null,
  customer_id uuid not null,
  primary key (tenant_id, subject),
  foreign key (tenant_id, customer_id) references payments.customer (tenant_id, id)
);
alter table payments.delegate enable row level security;
alter table payments.delegate force row level security;
create policy tenant on payments.delegate
  using (tenant_id = nullif(current_setting('app.tenant', true), ''))
  with check (tenant_id = nullif(current_setting('app.tenant', true), ''));
grant select, insert on payments.delegate to apsis_runtime;

-- What can be ordered.
create table payments.product (
  tenant_id text not null,
  id text not null,
  product_type text not null,
  service_type text not null,
  is_simulated boolean not null,
  created_at timestamptz not null,
  primary key (tenant_id, id)
);
alter table payments.product enable row level security;
alter table payments.product force row level security;
create policy tenant on payments.product
  using (tenant_id = nullif(current_setting('app.tenant', true), ''))
  with check (tenant_id = nullif(current_setting('app.tenant', true), ''));
grant select, insert on payments.product to apsis_runtime;

-- Prices by version. An order names the version that it was placed with, so that none is ever changed.
create table payments.price (
  tenant_id text not null,
  product_id text not null,
  version integer not null check (version > 0),
  currency text not null,
  amount bigint not null check (amount >= 0),
  -- Factors and discounts in thousandths.
  sensor_factors jsonb not null,
  priority_factors jsonb not null,
  discounts jsonb not null,
  valid_from timestamptz not null,
  created_by text not null,
  primary key (tenant_id, product_id, version),
  foreign key (tenant_id, product_id) references payments.product (tenant_id, id)
);
alter table payments.price enable row level security;
alter table payments.price force row level security;
create policy tenant on payments.price
  using (tenant_id = nullif(current_setting('app.tenant', true), ''))
  with check (tenant_id = nullif(current_setting('app.tenant', true), ''));
grant select, insert on payments.price to apsis_runtime;

-- An order, and what became of its price.
create table payments."order" (
  tenant_id text not null,
  id uuid not null,
  customer_id uuid not null,
  service_type text not null,
  request_id text not null,
  product_id text not null,
  price_version integer not null,
  currency text not null,
  lines jsonb not null,
  price bigint not null check (price >= 0),
  -- What became of the price; the entries of the ledger say the same, one by one.
  held bigint not null check (held >= 0),
  captured bigint not null check (captured >= 0),
  released bigint not null check (released >= 0),
  state text not null check (state in ('HELD', 'DELIVERED', 'REFUSED', 'EXPIRED')),
  short_by bigint not null default 0 check (short_by >= 0),
  expires_at timestamptz,
  created_at timestamptz not null,
  created_by text not null,
  created_by_name text not null,
  -- An order that was placed with an observation request pays for its passes: nobody changes it beside the request.
  is_of_request boolean not null default false,
  -- When an order was refused last, and when somebody set the refused one aside.
  refused_at timestamptz,
  set_aside_at timestamptz,
  primary key (tenant_id, id),
  unique (tenant_id, customer_id, service_type, request_id),
  foreign key (tenant_id, customer_id) references payments.customer (tenant_id, id),
  foreign key (tenant_id, product_id, price_version) references payments.price (tenant_id, product_id, version),
  constraint whole_price check (state = 'REFUSED' and held = 0 and captured = 0 and released = 0
    or state <> 'REFUSED' and held + captured + released = price),
  constraint refused_then check ((refused_at is not null) = (state = 'REFUSED')),
  constraint aside_is_refused check (set_aside_at is null or state = 'REFUSED')
);
create index order_of_customer on payments."order" (tenant_id, customer_id, created_at desc, id);
create index order_expiry on payments."order" (tenant_id, expires_at) where held > 0;
alter table payments."order" enable row level security;
alter table payments."order" force row level security;
create policy tenant on payments."order"
  using (tenant_id = nullif(current_setting('app.tenant', true), ''))
  with check (tenant_id = nullif(current_setting('app.tenant', true), ''));
grant select, insert, update on payments."order" to apsis_runtime;

-- The ledger: what each entry moves into every account and out of it. It can only be added to.
create table payments.entry (
  tenant_id text not null,
  id uuid not null,
  customer_id uuid not null,
  place integer not null check (place > 0),
  kind text not null,
  order_id uuid,
  invoice_id uuid,
  -- What was delivered or given back, and of which line of the order.
  reference text,
  line integer,
  note text not null,
  available bigint not null,
  held bigint not null,
  captured bigint not null,
  paid_in bigint not null,
  vat bigint not null,
  correction bigint not null,
  available_after bigint not null,
  held_after bigint not null check (held_after >= 0),
  actor text not null,
  request_id text not null,
  at timestamptz not null,
  primary key (tenant_id, id),
  unique (tenant_id, customer_id, place),
  foreign key (tenant_id, customer_id) references payments.customer (tenant_id, id),
  foreign key (tenant_id, order_id) references payments."order" (tenant_id, id),
  constraint double_entry check (available + held + captured + paid_in + vat + correction = 0),
  -- Each kind moves one amount between two accounts; only a correction may go either way.
  constraint moves_of_kind check (case kind
    when 'PAYMENT' then available > 0 and paid_in = -available
    when 'HOLD' then available < 0 and held = -available
    when 'RELEASE' then available > 0 and held = -available
    when 'EXPIRY' then available > 0 and held = -available
    when 'CAPTURE' then captured > 0 and held = -captured
    when 'CREDIT_NOTE' then available > 0 and captured = -available
    when 'REFUND' then available < 0 and paid_in = -available
    when 'VAT' then available < 0 and vat = -available
    when 'CORRECTION' then available <> 0 and correction = -available
    else false end)
);
create index entry_of_month on payments.entry (tenant_id, customer_id, at);
-- A delivery is captured or given back once, whoever tells of it twice.
create unique index entry_delivery on payments.entry (tenant_id, order_id, reference)
  where kind in ('CAPTURE', 'RELEASE') and reference is not null;
create index entry_of_order on payments.entry (tenant_id, order_id);
alter table payments.entry enable row level security;
alter table payments.entry force row level security;
create policy tenant on payments.entry
  using (tenant_id = nullif(current_setting('app.tenant', true), ''))
  with check (tenant_id = nullif(current_setting('app.tenant', true), ''));
grant select, insert on payments.entry to apsis_runtime;

-- What a customer is asked to pay.
create table payments.invoice (
  tenant_id text not null,
  id uuid not null,
  customer_id uuid not null,
  number text not null,
  amount bigint not null check (amount > 0),
  currency text not null,
  provider text not null,
  created_at timestamptz not null,
  created_by text not null,
  due_at timestamptz not null,
  paid_at timestamptz,
  entry_id uuid,
  primary key (tenant_id, id),
  unique (tenant_id, number),
  foreign key (tenant_id, customer_id) references payments.customer (tenant_id, id),
  foreign key (tenant_id, entry_id) references payments.entry (tenant_id, id),
  constraint paid_by_entry check ((paid_at is null) = (entry_id is null))
);
create index invoice_of_customer on payments.invoice (tenant_id, customer_id, created_at desc);
alter table payments.invoice enable row level security;
alter table payments.invoice force row level security;
create policy tenant on payments.invoice
  using (tenant_id = nullif(current_setting('app.tenant', true), ''))
  with check (tenant_id = nullif(current_setting('app.tenant', true), ''));
grant select, insert, update on payments.invoice to apsis_runtime;

-- What reconciliation found, by customer.
create table payments.reconciliation (
  tenant_id text not null,
  customer_id uuid not null,
  checked_at timestamptz not null,
  faults text[] not null,
  primary key (tenant_id, customer_id),
  foreign key (tenant_id, customer_id) references payments.customer (tenant_id, id)
);
alter table payments.reconciliation enable row level security;
alter table payments.reconciliation force row level security;
create policy tenant on payments.reconciliation
  using (tenant_id = nullif(current_setting('app.tenant', true), ''))
  with check (tenant_id = nullif(current_setting('app.tenant', true), ''));
grant select, insert, update on payments.reconciliation to apsis_runtime;
