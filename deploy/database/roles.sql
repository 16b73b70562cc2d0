-- Roles and database of Apsis on a PostgreSQL of your own (15 or later). Run once by its administrator, with psql:
--
--   psql --dbname=postgres --variable=owner_password=… --variable=app_password=… --file=deploy/database/roles.sql
--
-- Safe to repeat: what is there stays, and the passwords become those given now. Change the name of the database with
-- --variable=database=…; the names of the roles are fixed.
\set ON_ERROR_STOP on
\if :{?database}
\else
  \set database apsis
\endif

select format('create role %I', name)
from (values ('apsis_runtime'), ('apsis_owner'), ('apsis_app')) as role (name)
where not exists (select from pg_roles where rolname = name)
\gexec

-- The group whose rights the migrations hand out. It owns nothing, so that the walls between organisations hold for it.
alter role apsis_runtime with nologin nosuperuser nobypassrls nocreatedb nocreaterole;
-- Owns schemas and tables: migrations only, never the program.
alter role apsis_owner with login password :'owner_password' nosuperuser nobypassrls nocreatedb nocreaterole;
-- What API and worker sign in as.
alter role apsis_app with login password :'app_password' nosuperuser nobypassrls nocreatedb nocreaterole;
grant apsis_runtime to apsis_app;

select format('create database %I owner apsis_owner encoding ''UTF8'' template template0', :'database')
where not exists (select from pg_database where datname = :'database')
\gexec
revoke all on database :"database" from public;
grant connect on database :"database" to apsis_owner, apsis_app;

\connect :"database"
alter schema public owner to apsis_owner;
revoke create on schema public from public;
