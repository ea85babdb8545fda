-- Tables without clocks no longer wake up by themselves: bots think only where somebody is.
UPDATE tables SET wakes = 0 WHERE summary LIKE '%"kind":"untimed"%';
