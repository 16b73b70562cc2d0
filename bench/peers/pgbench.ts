import type pg from 'pg'

/** The rows of pgbench's table of accounts at scale 1. */
const ACCOUNTS = 100_000
const TELLERS = 10

/** Creates the tables of pgbench at scale 1, and returns its transaction. */
export async function openPeer(pool: pg.Pool): Promise<() => Promise<void>> {
  await pool.query(
    `create table bench_branches (bid int primary key, bbalance int not null);
     create table bench_tellers (tid int primary key, tbalance int not null);
     create table bench_accounts (aid int primary key, abalance int not null);
     create table bench_history (tid int, bid int, aid int, delta int, mtime timestamp);
     insert into bench_branches values (1, 0);
     insert into bench_tellers select t, 0 from generate_series(1, ${TELLERS}) t;
     insert into bench_accounts select a, 0 from generate_series(1, ${ACCOUNTS}) a`,
  )
  const upTo = (most: number) => 1 + Math.floor(Math.random() * most)
  return async () => {
    const [aid, tid, delta] = [upTo(ACCOUNTS), upTo(TELLERS), upTo(10_000) - 5_000]
    const client = await pool.connect()
    try {
      await client.query('begin')
      await client.query('update bench_accounts set abalance = abalance + $1 where aid = $2', [delta, aid])
      await client.query('select abalance from bench_accounts where aid = $1', [aid])
      await client.query('update bench_tellers set tbalance = tbalance + $1 where tid = $2', [delta, tid])
      await client.query('update bench_branches set bbalance = bbalance + $1 where bid = 1', [delta])
      await client.query('insert into bench_history values ($1, 1, $2, $3, current_timestamp)', [tid, aid, delta])
      await client.query('commit')
    } finally {
      client.release()
    }
  }
}
