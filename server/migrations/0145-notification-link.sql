-- The path of the page that a notification is about, so that the list of the page leads there as mails and cards do. Null: it
-- is about no page, or was raised before this.
alter table notifications.notification add column link text;
