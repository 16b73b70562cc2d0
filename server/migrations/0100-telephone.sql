-- The telephone of a person, and with subject '' the bridge by which their organisation calls. Number and ways are sealed.
alter table delivery.receiver drop constraint receiver_channel_check;
alter table delivery.receiver add constraint receiver_channel_check
  check (channel in ('email', 'msteams', 'slack', 'webhook', 'paging', 'phone'));
