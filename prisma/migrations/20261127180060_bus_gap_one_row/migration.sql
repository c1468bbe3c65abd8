-- The counter has one row, which the code addresses by this ID.
ALTER TABLE "bus_gap" ADD CONSTRAINT "bus_gap_one_row" CHECK ("id" = 1);
