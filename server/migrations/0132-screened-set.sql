-- The epoch of the element set by which an own satellite was screened: it knows of no burn after it, whenever the screening was made. Null: a
-- file or a message, or a screening from before.
alter table ca.screening_object add column set_epoch timestamptz;
