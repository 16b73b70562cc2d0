-- Plans of an event go with it; those of a simulated satellite without an event are cleared away with the demo. A real plan stays, whatever a program asks.
create function ca.keep_real_plan() returns trigger language plpgsql as $$
begin
  if old.is_simulated then return old; end if;
  raise exception 'only what is simulated may be removed from ca.manoeuvre';
end $$;
create trigger keep_real before delete on ca.manoeuvre for each row execute function ca.keep_real_plan();
grant delete on ca.manoeuvre to apsis_runtime;
