// Questions about the tables of shops and accountants. Held back with unseen/: do not read it when you build the reader.

const csv = (path, more = '') => `read_csv(${path}, all_varchar = true, header = true${more})`

export const shop = {
  name: 'shop',
  type: 'table',
  data: ['shop/orders.csv'],
  setup: path => [
    `create table o as select * replace (order_date::date as order_date, quantity::int as quantity, total_eur::decimal(12,2) as total_eur) from ${csv(path('shop/orders.csv'))}`,
  ],
  questions: [
    ['count', 'How many orders do we have?', 'select count(*) from o'],
    ['distinct', 'how many different customers bought something', 'select count(distinct customer) from o'],
    ['sum', 'What is the total revenue in euros?', 'select sum(total_eur) from o'],
    [
      'top',
      'the 3 most expensive orders',
      'select order_id, total_eur from o order by total_eur desc limit 3',
      { ordered: true },
    ],
    [
      'filter',
      'How many orders from Spain were cancelled?',
      "select count(*) from o where country = 'Spain' and status = 'cancelled'",
    ],
    [
      'share',
      'what percentage of orders got returned?',
      "select 100.0 * avg((status = 'returned')::int) from o",
      { percent: true },
    ],
    [
      'share',
      'Return rate per category',
      "select category, 100.0 * avg((status = 'returned')::int) from o group by 1",
      { percent: true },
    ],
    [
      'dates',
      'revenue per quarter in 2024',
      "select [quarter(order_date)::varchar, '2024-Q' || quarter(order_date), '2024 Q' || quarter(order_date), 'Q' || quarter(order_date), 'Q' || quarter(order_date) || ' 2024', strftime(date_trunc('quarter', order_date), '%Y-%m')], sum(total_eur) from o where year(order_date) = 2024 group by all",
    ],
    [
      'superlative',
      'Which product brings in the most money?',
      'select product from o group by 1 order by sum(total_eur) desc limit 1',
    ],
    ['superlative', 'which country orders the least', 'select country from o group by 1 order by count(*) limit 1'],
    ['mean', 'average order value in France', "select avg(total_eur) from o where country = 'France'"],
    [
      'median',
      'median total of delivered furniture orders',
      "select median(total_eur) from o where status = 'delivered' and category = 'Furniture'",
    ],
    [
      'two-keys',
      'orders from Austria by category and gift',
      "select category, gift, count(*) from o where country = 'Austria' group by 1, 2",
    ],
    [
      'compare',
      'Did we sell more in 2024 than in 2023? Show both totals.',
      'select year(order_date)::varchar, sum(total_eur) from o group by 1',
    ],
    ['refuse', 'what is our profit margin per product?', { refuse: 'there is no cost or margin column' }],
    ['filter', 'how many orders are over 500 euros', 'select count(*) from o where total_eur > 500'],
    ['first-last', 'When was the last order from Denmark?', "select max(order_date) from o where country = 'Denmark'"],
    ['filter', 'who placed order 000046?', "select customer from o where order_id = '000046'"],
    [
      'quantile',
      '95th percentile of the order total in Germany',
      "select quantile_cont(total_eur::double, 0.95) from o where country = 'Germany'",
    ],
    [
      'compare',
      'share of returned orders: furniture compared to toys',
      "select category, 100.0 * avg((status = 'returned')::int) from o where category in ('Furniture','Toys') group by 1",
      { percent: true },
    ],
    [
      'filter',
      'orders that are neither delivered nor shipped, how many?',
      "select count(*) from o where status not in ('delivered','shipped')",
    ],
    [
      'dates',
      'on which weekday do we sell the most (revenue)?',
      'select [dayname(order_date), isodow(order_date)::varchar] from o group by all order by sum(total_eur) desc limit 1',
    ],
    [
      'filter',
      'how many orders with quantity >= 5 and status = returned',
      "select count(*) from o where quantity >= 5 and status = 'returned'",
    ],
  ],
}

export const trade = {
  name: 'trade',
  type: 'table',
  data: ['trade/customers.csv', 'trade/orders.csv', 'trade/products.csv'],
  setup: path => [
    `create table c as select * replace (signup_date::date as signup_date) from ${csv(path('trade/customers.csv'))}`,
    `create table p as select * replace (list_price::decimal(10,2) as list_price) from ${csv(path('trade/products.csv'))}`,
    `create table o as select * replace (qty::int as qty, ordered_on::date as ordered_on, amount::decimal(12,2) as amount) from ${csv(path('trade/orders.csv'))}`,
  ],
  questions: [
    [
      'join',
      'total amount per customer segment',
      'select segment, sum(amount) from o join c using (customer_id) group by 1',
    ],
    [
      'join',
      'Which city spent the most?',
      'select city from o join c using (customer_id) group by 1 order by sum(amount) desc limit 1',
    ],
    [
      'orphan',
      'how many customers have never ordered anything?',
      'select count(*) from c anti join o using (customer_id)',
    ],
    [
      'orphan',
      'How many orders belong to a customer we do not know?',
      'select count(*) from o anti join c using (customer_id)',
    ],
    ['orphan', 'which products were never sold', 'select [product_name, sku] from p anti join o using (sku)'],
    ['join', 'units sold per category', 'select category, sum(qty) from o join p using (sku) group by 1'],
    [
      'join',
      'how much did wholesale customers spend on garden products?',
      "select sum(amount) from o join c using (customer_id) join p using (sku) where segment = 'wholesale' and category = 'Garden'",
    ],
    [
      'two-keys',
      'amount by segment and category, only toys and kitchen',
      "select segment, category, sum(amount) from o join c using (customer_id) join p using (sku) where category in ('Toys','Kitchen') group by 1, 2",
    ],
    [
      'join',
      'What are the 5 best selling products by quantity?',
      'select product_name, sum(qty) from o join p using (sku) group by 1 order by 2 desc limit 5',
    ],
    [
      'dates',
      'how many orders in December from Porto',
      "select count(*) from o join c using (customer_id) where month(ordered_on) = 12 and city = 'Porto'",
    ],
    [
      'orphan',
      'are there orders with an sku that is not in the product list? how many',
      'select count(*) from o anti join p using (sku)',
    ],
    [
      'join',
      'average order amount for customers from Leeds vs Bergen',
      "select city, avg(amount) from o join c using (customer_id) where city in ('Leeds','Bergen') group by 1",
    ],
    ['refuse', 'Which sales rep has the most customers?', { refuse: 'there is no sales rep column' }],
    [
      'distinct',
      'how many customers ordered a hammock',
      "select count(distinct customer_id) from o join p using (sku) where product_name = 'Hammock'",
    ],
    [
      'join',
      'revenue (amount) per city in the first quarter of 2024',
      'select city, sum(amount) from o join c using (customer_id) where quarter(ordered_on) = 1 and year(ordered_on) = 2024 group by 1',
    ],
    [
      'join',
      'the 3 customer ids that spent the most',
      'select customer_id, sum(amount) from o join c using (customer_id) group by 1 order by 2 desc limit 3',
      { ordered: true },
    ],
    [
      'quantile',
      '25% quantile of amount for online customers',
      "select quantile_cont(amount::double, 0.25) from o join c using (customer_id) where segment = 'online'",
    ],
  ],
}

const euro = column => `replace(replace(${column}, '.', ''), ',', '.')::decimal(12,2)`
export const invoices = {
  name: 'invoices',
  type: 'table',
  data: ['invoices/invoices.csv'],
  setup: path => [
    `create table i as select invoice_no, strptime(invoice_date, '%d.%m.%Y')::date invoice_date, strptime(due_date, '%d.%m.%Y')::date due_date, client, ${euro('net_amount')} net, vat, ${euro('gross_amount')} gross, paid from ${csv(path('invoices/invoices.csv'), ", delim = ';'")}`,
  ],
  questions: [
    ['sum', 'total gross amount', 'select sum(gross) from i'],
    ['sum', 'How much is still unpaid (gross)?', "select sum(gross) from i where paid = 'no'"],
    ['count', 'number of invoices not paid', "select count(*) from i where paid = 'no'"],
    [
      'dates',
      'net amount invoiced in March 2024',
      "select sum(net) from i where strftime(invoice_date, '%Y-%m') = '2024-03'",
    ],
    [
      'superlative',
      'who is our biggest client by net amount?',
      'select client from i group by 1 order by sum(net) desc limit 1',
    ],
    ['negative', 'how many credit notes (negative amounts) are there', 'select count(*) from i where net < 0'],
    [
      'top',
      'five largest invoices by gross amount',
      'select invoice_no, gross from i order by gross desc limit 5',
      { ordered: true },
    ],
    ['group', 'average net amount per client', 'select client, avg(net) from i group by 1'],
    ['filter', 'How many invoices have 7 % VAT?', "select count(*) from i where vat = '7 %'"],
    [
      'dates',
      'which month of 2023 had the most invoices?',
      "select [strftime(m, '%Y-%m'), monthname(m), month(m)::varchar, strftime(m, '%b'), strftime(m, '%B %Y')] from (select date_trunc('month', invoice_date) m, count(*) n from i where year(invoice_date) = 2023 group by 1) order by n desc limit 1",
    ],
    [
      'filter',
      'invoices over 5.000 euros net for Hotel Adler, how many?',
      "select count(*) from i where net > 5000 and client = 'Hotel Adler'",
    ],
    ['refuse', 'which invoices did we send a reminder for', { refuse: 'there is no column about reminders' }],
    ['median', 'median net amount', 'select median(net) from i'],
  ],
}

export const ledger = {
  name: 'ledger',
  type: 'table',
  data: ['ledger/journal.csv'],
  setup: path => [
    `create table j as select * replace (posted::date as posted, amount::decimal(12,2) as amount, coalesce(cost_centre, '') as cost_centre) from ${csv(path('ledger/journal.csv'))}`,
  ],
  questions: [
    ['duplicate', 'are there duplicate rows? how many extra', 'select count(*) - count(distinct entry) from j'],
    [
      'sum',
      'sum of EUR amounts for account 0400',
      "select sum(amount) from j where account = '0400' and currency = 'EUR'",
    ],
    [
      'filter',
      'how many bookings on the rent account in CHF',
      "select count(*) from j where account_name = 'Rent' and currency = 'CHF'",
    ],
    ['missing', 'how many rows have no cost centre', "select count(*) from j where cost_centre = ''"],
    ['negative', 'how many negative amounts?', 'select count(*) from j where amount < 0'],
    [
      'group',
      'total EUR amount per account name',
      "select account_name, sum(amount) from j where currency = 'EUR' group by 1",
    ],
    [
      'two-keys',
      'total EUR amount of Fuel and Telephone per cost centre, leave out rows without a cost centre',
      "select account_name, cost_centre, sum(amount) from j where currency = 'EUR' and account_name in ('Fuel','Telephone') and cost_centre <> '' group by 1, 2",
    ],
    [
      'dates',
      'EUR revenue in the second quarter',
      "select sum(amount) from j where account_name = 'Revenue' and currency = 'EUR' and quarter(posted) = 2",
    ],
    [
      'superlative',
      'what was the single largest expense (most negative amount)?',
      { any: ['select entry from j order by amount limit 1', 'select min(amount) from j'] },
    ],
    [
      'compare',
      'compare advertising spend of North and South in EUR',
      "select cost_centre, sum(amount) from j where account_name = 'Advertising' and currency = 'EUR' and cost_centre in ('North','South') group by 1",
    ],
    ['refuse', 'Who approved the entries in May?', { refuse: 'there is no approver' }],
    ['distinct', 'how many different accounts are used', 'select count(distinct account) from j'],
  ],
}

export const stock = {
  name: 'stock',
  type: 'table',
  data: ['stock/stock-january.csv', 'stock/stock-february.csv'],
  setup: path => [
    `create table a as select * replace (on_hand::int as on_hand, price::decimal(10,2) as price) from ${csv(path('stock/stock-january.csv'))}`,
    `create table b as select * replace (on_hand::int as on_hand, price::decimal(10,2) as price) from ${csv(path('stock/stock-february.csv'))}`,
  ],
  questions: [
    ['versions', 'how many items are new in February?', 'select count(*) from b anti join a using (sku)'],
    ['versions', 'Which SKUs disappeared from January to February?', 'select sku from a anti join b using (sku)'],
    [
      'versions',
      'how many prices changed between the two files',
      'select count(*) from a join b using (sku) where a.price <> b.price',
    ],
    [
      'versions',
      'what was the biggest price increase from January to February, which sku?',
      'select sku from a join b using (sku) order by b.price - a.price desc limit 1',
    ],
    [
      'compare',
      'total on hand in January versus February',
      "select 'january', sum(on_hand) from a union all select 'february', sum(on_hand) from b",
    ],
    [
      'versions',
      'how many skus have a different stock count in February',
      'select count(*) from a join b using (sku) where a.on_hand <> b.on_hand',
    ],
    ['filter', 'price of sku 001567 in February', "select price from b where sku = '001567'"],
    ['group', 'stock on hand per warehouse in the February file', 'select warehouse, sum(on_hand) from b group by 1'],
    ['refuse', 'which supplier delivers the valves?', { refuse: 'there is no supplier' }],
  ],
}

export const subscriptions = {
  name: 'subscriptions',
  type: 'table',
  data: ['subscriptions/subscriptions.csv'],
  setup: path => [
    `create table s as select "Subscription ID" as id, "Plan" as plan, strptime("Start Date", '%m/%d/%Y')::date started, strptime(nullif("Cancel Date", ''), '%m/%d/%Y')::date cancelled, replace("Monthly Fee", '$', '')::decimal(8,2) fee, "Country" as country, coalesce("Referral", '') as referral, "Status" as status from ${csv(path('subscriptions/subscriptions.csv'))}`,
  ],
  questions: [
    [
      'share',
      'What is the cancellation rate for each plan?',
      "select plan, 100.0 * avg((status = 'cancelled')::int) from s group by 1",
      { percent: true },
    ],
    [
      'dates',
      'how many subscriptions started in March 2023',
      "select count(*) from s where strftime(started, '%Y-%m') = '2023-03'",
    ],
    ['sum', 'monthly fee total of all active subscriptions', "select sum(fee) from s where status = 'active'"],
    ['dates', 'new subscriptions per year', 'select year(started)::varchar, count(*) from s group by 1'],
    ['missing', 'how many have no referral', "select count(*) from s where referral = ''"],
    ['group', 'subscriptions by country', 'select country, count(*) from s group by 1'],
    ['two-keys', 'count by country and status', 'select country, status, count(*) from s group by 1, 2'],
    [
      'duration',
      'how many days on average between start date and cancel date?',
      'select avg(cancelled - started) from s',
      { unit: 'days' },
    ],
    [
      'superlative',
      'Which plan is the most popular in Mexico?',
      "select plan from s where country = 'Mexico' group by 1 order by count(*) desc limit 1",
    ],
    [
      'filter',
      'how many Business subscriptions in Canada are active',
      "select count(*) from s where plan = 'Business' and country = 'Canada' and status = 'active'",
    ],
    ['first-last', 'when did the first Family subscription start?', "select min(started) from s where plan = 'Family'"],
    ['refuse', 'average age of our subscribers', { refuse: 'there is no age' }],
    [
      'compare',
      'how many subscriptions were started in 2022 and how many in 2023',
      'select year(started)::varchar, count(*) from s where year(started) in (2022, 2023) group by 1',
    ],
    [
      'missing',
      'what percentage of rows has no cancel date?',
      'select 100.0 * avg((cancelled is null)::int) from s',
      { percent: true },
    ],
  ],
}
