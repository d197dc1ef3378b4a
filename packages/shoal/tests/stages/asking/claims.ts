// Claims over quotes, true and false: what the gate of an asking model must keep, and what it must refuse. All are of our own invention.

/** A line with what may be said of it, and what may not. */
export interface ClaimCase {
  readonly line: string
  /** Another line that may stand beside it. */
  readonly beside?: string
  readonly kept: readonly string[]
  readonly refused: readonly string[]
}

export const CLAIM_CASES: readonly ClaimCase[] = [
  {
    line: 'max_size: 20  # was 80',
    kept: ['max_size is 20 now and was 80', 'The max_size setting went down from 80 to 20'],
    refused: [
      'max_size is 40',
      'The pool was enlarged, which is why the database fell over',
      'The retries were removed',
    ],
  },
  {
    line: '2026-05-02T08:14:09Z ERROR ledger: balance of account 4711 is negative (-12.50)',
    kept: ['The balance of account 4711 became negative', 'At 08:14:09 the ledger reported a balance of -12.50'],
    refused: [
      'The balance of account 4712 became negative',
      'The balance fell to -125.0',
      'The account was closed because of a bug in the ledger',
    ],
  },
  {
    line: 'Deploy 3.14.2 finished on host edge-07 in 42 s',
    kept: ['Version 3.14.2 was deployed to edge-07', 'The deploy of 3.14.2 took 42 s'],
    refused: [
      'Version 3.15.0 was deployed to edge-07',
      'The deploy took 24 s',
      'Users were logged out because of the deploy',
    ],
  },
  {
    line: 'retry 5 of 5 failed: connection refused by 10.0.3.9:5432',
    kept: ['The fifth retry to 10.0.3.9:5432 failed: connection refused', 'Retry 5 of 5 failed'],
    refused: ['Retry 6 failed', 'The connection to 10.0.3.8:5432 was refused', 'There were seven retries'],
  },
  {
    line: '| Oslo | 1,204 | 86 % |',
    kept: ['Oslo has 1,204', 'Oslo reaches 86 %'],
    refused: ['Oslo has 1,240', 'Oslo reaches 68 %', 'Bergen grew'],
  },
  {
    line: 'def charge(card, amount, currency="EUR"):',
    kept: ['charge takes a card, an amount and a currency', 'The default currency of charge is EUR'],
    refused: ['charge takes 9 arguments', 'The refund routine is missing', 'charge was called 300 times'],
  },
  {
    line: 'WARN  queue depth 18450 exceeds 10000',
    kept: ['The queue depth reached 18450', 'The queue exceeded its limit of 10000'],
    refused: ['The queue depth reached 18540', 'The queue held twenty messages', 'The consumers stopped due to a lock'],
  },
  {
    line: 'janitor: removed 311 temp files, 38000 MB free',
    kept: ['The janitor removed 311 temp files', 'There were 38000 MB free after the janitor ran'],
    refused: ['The janitor removed 113 temp files', 'There were 83000 MB free', 'The disk was replaced'],
  },
  {
    line: 'Tenants may end the contract with three months of notice.',
    kept: ['Tenants may end the contract with three months of notice', 'The notice for tenants is 3 months'],
    refused: [
      'Tenants may end the contract with two months of notice',
      'The notice is six months',
      'The rent may rise by 5 % a year',
    ],
  },
  {
    line: '"timeout_ms": 2500,',
    kept: ['timeout_ms is 2500', 'The timeout is set to 2500 ms'],
    refused: ['timeout_ms is 5200', 'The timeout is 25 s', 'Backups run at night'],
  },
  {
    line: 'cust_0091,Rivera,2026-02-30,shipped',
    kept: ['cust_0091 has the date 2026-02-30', 'The order of Rivera counts as shipped'],
    refused: ['cust_0091 has the date 2026-02-20', 'Rivera has 14 orders', 'The warehouse lost the parcel'],
  },
  {
    line: 'heartbeat from node-c missed for 90 s',
    kept: ['The heartbeat of node-c was missed for 90 s', 'node-c sent no heartbeat for 90 s'],
    refused: [
      'The heartbeat of node-c was missed for 9 s',
      'node-c restarted 3 times',
      'Traffic moved to another region',
    ],
  },
  {
    line: 'SELECT * FROM carts WHERE user_id = ?; -- 8.4 s',
    kept: ['The query on carts took 8.4 s', 'carts is read by user_id in 8.4 s'],
    refused: ['The query on carts took 4.8 s', 'The query ran 120 times', 'The invoices are incomplete'],
  },
  {
    line: 'feature_flags: {new_checkout: true, dark_mode: false}',
    kept: ['The flag new_checkout is on', 'dark_mode is false'],
    refused: [
      'The flag new_checkout was on for 12 days',
      'Orders fell because new_checkout was on',
      'The search was rewritten',
    ],
  },
  {
    line: 'OutOfMemoryError: Java heap space (used 3.9 GB of 4.0 GB)',
    kept: ['The heap used 3.9 GB of 4.0 GB', 'An OutOfMemoryError occurred in the Java heap space'],
    refused: ['The heap used 9.3 GB', 'The heap was full for two hours', 'The printer is offline'],
  },
  {
    line: 'batch 77: 9,981 rows in, 9,980 rows out',
    kept: ['Batch 77 took in 9,981 rows and gave out 9,980', 'batch 77 wrote 9,980 rows'],
    refused: ['Batch 77 lost 2 rows', 'Batch 78 took in 9,981 rows', 'Batch 77 took in 9,891 rows'],
  },
  {
    line: 'certificate for api.example.net expires 2026-12-01',
    kept: [
      'The certificate for api.example.net expires on 2026-12-01',
      'api.example.net has a certificate until 2026-12-01',
    ],
    refused: ['The certificate expires on 2027-12-01', 'The certificate lasts 90 days', 'Mail was not delivered'],
  },
  {
    line: 'Meeting of 12 May: the board postponed the merger to autumn.',
    kept: ['The board postponed the merger to autumn', 'On 12 May the merger was postponed'],
    refused: ['The board postponed the merger on 21 May', 'The board voted 7 to 2', 'The factory burned'],
  },
  {
    line: 'p95 latency 1830 ms (target 400 ms)',
    kept: ['The p95 latency was 1830 ms against a target of 400 ms', 'p95 latency is above the target of 400 ms'],
    refused: ['The p95 latency was 1380 ms', 'The target is 40 ms', 'Latency rose due to the new cache'],
  },
  {
    line: 'user=mkhan action=delete object=report-2291 result=denied',
    kept: ['mkhan was denied to delete report-2291', 'The action delete on report-2291 was denied'],
    refused: ['mkhan deleted 15 reports', 'report-2299 was deleted', 'The audit log is switched off'],
  },
  {
    line: 'starting checkout v2.31.0 with pool-size=5',
    beside: 'checkout: pool exhausted, 0 of 5 free',
    kept: [
      'checkout v2.31.0 started with pool-size 5',
      'The pool was exhausted because checkout started with pool-size=5',
    ],
    refused: [
      'checkout v2.30.0 started with pool-size 5',
      'checkout started with pool-size 50',
      'The pool held eleven connections',
    ],
  },
  {
    line: 'reaper.enabled: false',
    beside: 'leaked connections: 212',
    kept: ['The reaper is disabled: reaper.enabled is false', '212 connections leaked due to the disabled reaper'],
    refused: ['221 connections leaked', 'The reaper ran 4 times', 'Leaked connections fell to twelve'],
  },
  {
    line: 'Temperatur Halle 3: 41,2 °C um 14:05',
    kept: ['Halle 3 had 41,2 °C at 14:05', 'The Temperatur of Halle 3 was noted at 14:05'],
    refused: ['Halle 3 had 41,2 °C at 15:05', 'Halle 5 was warm', 'The heating failed because of a valve'],
  },
  {
    line: 'error rate 0.4% -> 12.7% within 6 min',
    kept: ['The error rate rose from 0.4% to 12.7% within 6 min', 'The error rate reached 12.7%'],
    refused: ['The error rate reached 17.2%', 'The error rate rose within 60 min', 'Sales stopped'],
  },
  {
    line: 'ROLLBACK of transaction 88120 after deadlock with 88119',
    kept: ['Transaction 88120 was rolled back after a deadlock with 88119', 'There was a deadlock of 88120 with 88119'],
    refused: ['Transaction 88121 was rolled back', 'There were 40 deadlocks', 'The index is corrupt'],
  },
  {
    line: 'Unit price 19.90, quantity 3, total 59.70',
    kept: ['The total is 59.70 for a quantity of 3', 'The unit price is 19.90'],
    refused: ['The total is 57.90', 'The quantity is four', 'The customer was charged twice'],
  },
  {
    line: 'import { verifyToken } from "./auth/token.js"',
    kept: ['verifyToken is imported from ./auth/token.js', 'The token check verifyToken comes from auth/token'],
    refused: ['verifyToken is imported in 6 files', 'The password is stored in plain text', 'Sessions last 30 minutes'],
  },
  {
    line: 'disk sda: 11 reallocated sectors, SMART status FAILING',
    kept: ['Disk sda has 11 reallocated sectors', 'The SMART status of sda is FAILING'],
    refused: ['Disk sda has 111 reallocated sectors', 'Disk sdb is FAILING for 2 days', 'The fan is loud'],
  },
  {
    line: 'trace 41bd90e7 ended without a parent span',
    kept: ['Trace 41bd90e7 has no parent span', 'The trace 41bd90e7 ended without its parent'],
    refused: [
      'Trace 41bd90f7 has no parent span',
      'Trace 77ce01ab ended without a parent',
      'The spans of 41bd90e7 are 30',
    ],
  },
  {
    line: 'GET /v1/orders?page=2 404 12ms',
    kept: ['GET /v1/orders answered 404', 'The request for /v1/orders took 12ms'],
    refused: ['GET /v1/orders answered 500', 'GET /v1/orders failed 90 times', 'The token expired'],
  },
  {
    line: 'Schema drift: column `region` renamed to `country` in export 2026-03',
    kept: ['The column region was renamed to country', 'The export of 2026-03 has country instead of region'],
    refused: [
      'The column region was renamed in export 2026-05',
      'Eight columns were renamed',
      'The vendor went out of business',
    ],
  },
]
