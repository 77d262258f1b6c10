insert into City (id, name) values (1, 'Quito');
