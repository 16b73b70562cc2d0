-- Where a sensor stood before, oldest first, each place with since when and until when; and since when it stands where it stands, null for as
-- long as anybody knows. A track that is handed in after a move is read from where its sensor stood when the track began.
alter table odt.sensor add column stands_since timestamptz, add column former_places jsonb not null default '[]';
