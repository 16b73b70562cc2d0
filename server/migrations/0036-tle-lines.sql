-- What was uploaded or downloaded as two lines is kept as it came beside the elements, so that it can be given back unchanged:
-- an exponent of zero has two spellings, and some senders set no revolution or another checksum. Null: it came as an OMM.
alter table tle.own_set add column tle_line1 text;
alter table tle.own_set add column tle_line2 text;
alter table tle.element_set add column tle_line1 text;
alter table tle.element_set add column tle_line2 text;
