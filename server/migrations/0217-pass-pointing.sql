-- Where a sensor points at the beginning and at the end of a pass, {"start": {"azimuth", "elevation"}, "end": …} in degrees: how long
-- it turns to the next object follows from that. Null: planned before, or by a provider.
alter table odt.pass add column pointing jsonb;
