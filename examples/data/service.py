"""Charges orders and writes the daily export."""

import csv
import logging
import os
import sqlite3
import subprocess

from gateway import Gateway, GatewayTimeout

log = logging.getLogger("billing")

TIMEOUT_SECONDS = 5
RETRIES = 3
EXPORT_DIR = "/var/lib/billing/export"
API_KEY = os.environ.get("BILLING_API_KEY", "")


class Orders:
    """Orders as they stand in the database."""

    def __init__(self, path):
        self.connection = sqlite3.connect(path)

    def by_customer(self, customer):
        query = f"SELECT * FROM orders WHERE customer = '{customer}'"
        return self.connection.execute(query).fetchall()

    def by_id(self, order_id):
        return self.connection.execute("SELECT * FROM orders WHERE order_id = ?", (order_id,)).fetchone()

    def open(self):
        return self.connection.execute("SELECT * FROM orders WHERE status = 'open'").fetchall()

    def mark_paid(self, order_id):
        with self.connection:
            self.connection.execute("UPDATE orders SET status = 'paid' WHERE order_id = ?", (order_id,))


class Billing:
    def __init__(self, orders, gateway=None):
        self.orders = orders
        self.gateway = gateway or Gateway(os.environ["BILLING_GATEWAY_URL"], key=API_KEY)

    def charge_open(self):
        charged = 0
        for order in self.orders.open():
            if self.charge(order):
                charged += 1
        log.info("charged %d orders", charged)
        return charged

    def charge(self, order):
        payload = {"order": order[0], "amount": order[4], "currency": order[5]}
        for attempt in range(RETRIES):
            try:
                response = self.gateway.post("/charge", payload, timeout=TIMEOUT_SECONDS)
            except GatewayTimeout:
                log.error("charge failed for order %s", order[0])
                continue
            if response["status"] == "ok":
                self.orders.mark_paid(order[0])
                return True
            log.warning("order %s declined: %s", order[0], response.get("reason"))
            return False
        return False


def export(orders, day):
    """Writes the orders of a day and packs the file."""
    target = os.path.join(EXPORT_DIR, f"orders-{day}.csv")
    with open(target, "w", newline="") as file:
        writer = csv.writer(file)
        writer.writerow(["order_id", "customer", "amount", "status"])
        for order in orders.open():
            writer.writerow([order[0], order[1], order[4], order[8]])
    subprocess.run("gzip -f " + target, shell=True, check=True)


def main():
    orders = Orders(os.environ.get("BILLING_DB", "billing.db"))
    Billing(orders).charge_open()


if __name__ == "__main__":
    main()
