-- Who is told how a screening stands: the person that ordered it. Null for what the platform orders by itself, and for what was ordered
-- before this.
alter table screening.screening add column told_to text;
