@SnowflakeId
package com.example.streets;

import io.snowbraid.hibernate.SnowflakeId;
