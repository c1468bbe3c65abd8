-- Replaces a4955f30965df25e3dced0013dbc698694e46dba5c89bb72c6e1899a4ef88641
-- Finds people by any part of their address or name. pg_trgm comes with PostgreSQL; any owner of the database may create it.
CREATE EXTENSION IF NOT EXISTS pg_trgm;
