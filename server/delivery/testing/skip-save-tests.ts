import { asSuperuser } from '../../platform/testing/test-database.ts'

/**
 * From now on no saved settings send a test in this database: else the first that each receiver hears would be one.
 * A test that is asked for is not made in the transaction of a save, and goes out. save-tests.test.ts looks at those of saves.
 */
export function skipSaveTests(superuserUrl: string): Promise<unknown> {
  return asSuperuser(superuserUrl, (client) =>
    client.query(`
      create function public.skip_save_test() returns trigger language plpgsql as $$
      begin
        if exists (select from userconfig.userconfig where xmin = pg_current_xact_id()::xid) then return null; end if;
        return new;
      end $$;
      create trigger skip_save_test before insert on delivery.delivery for each row when (new.kind = 'test')
        execute function public.skip_save_test()`),
  )
}
