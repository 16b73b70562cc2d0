import { asSuperuser } from '../../platform/testing/test-database.ts'

/**
 * Turns off the tests that saved settings send, in this database: otherwise a test would be the first delivery to
 * each receiver. A test that somebody requests is not made in the transaction of a save, and is sent.
 * save-tests.test.ts checks the tests of saves.
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
