#ifndef CAN_MESSAGES_H
#define CAN_MESSAGES_H

/* @interface can-bus.bitrate @unit kbit/s */
#define CAN_BITRATE 500

/* @message can-bus.engine_status */
#define ENGINE_STATUS_PAYLOAD 8       /* @property payload @unit byte */
#define ENGINE_STATUS_CYCLE_TIME 2    /* @property cycle_time @unit ms */

/* @message can-bus.wheel_speed */
#define WHEEL_SPEED_PAYLOAD 8         /* @property payload @unit byte */
#define WHEEL_SPEED_CYCLE_TIME 2      /* @property cycle_time @unit ms */

/* @message can-bus.steering_angle */
#define STEERING_ANGLE_PAYLOAD 8      /* @property payload @unit byte */
#define STEERING_ANGLE_CYCLE_TIME 2   /* @property cycle_time @unit ms */

#endif
