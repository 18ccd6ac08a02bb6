-- Not DELETE: nobody sweeps a temporary table, so every batch would read the dead rows of all before it.
TRUNCATE staged
