-- Notices that wait to be sent together, once a day.
alter table delivery.delivery drop constraint delivery_kind_check;
alter table delivery.delivery add constraint delivery_kind_check
  check (kind in ('notice', 'test', 'confirmation', 'channel', 'trigger', 'acknowledge', 'resolve', 'digest'));
