insert into Owner(id, name) values (1, 'George');
insert into Visit(id, owner_id) values (1, 1);
alter sequence Owner_SEQ restart with 52;
ALTER SEQUENCE Visit_SEQ RESTART WITH 52;
