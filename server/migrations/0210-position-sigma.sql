-- Positions of an own receiver or precise orbit (OEM) are tracks, too. Where their message has no covariance, a person says how well
-- they are known: 1 sigma of each axis, in metres.
alter table odt.observation add column position_sigma_m double precision check (position_sigma_m > 0);
