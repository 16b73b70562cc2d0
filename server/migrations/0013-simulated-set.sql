-- Element sets of the demo go with it; what somebody uploaded stays, whatever a program asks.
create function tle.refuse_to_forget() returns trigger language plpgsql as $$
begin
  if old.source = 'simulator' then return old; end if;
  raise exception 'only what is simulated may be removed from tle.own_set';
end $$;
create trigger keep_real before delete on tle.own_set for each row execute function tle.refuse_to_forget();
grant delete on tle.own_set to apsis_runtime;
