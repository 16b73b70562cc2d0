-- How urgent a notification is, where its code does not say it: an event of the domain is no failed request.
alter table notifications.notification
  add column level text check (level in ('inactive', 'pending', 'ok', 'caution', 'serious', 'critical'));
