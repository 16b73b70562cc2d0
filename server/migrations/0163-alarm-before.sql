-- When the alarm before was over: until then it was open, or somebody had taken it. An acknowledgement that comes from about that time
-- may be about the one before.
alter table duty.page add column ended_at timestamptz;
