#ifndef CAN_MESSAGES_H
#define CAN_MESSAGES_H

/* @interface can-bus.bitrate @unit kbit/s */
#define CAN_BITRATE 500

/* @message can-bus.engine_status */
#define ENGINE_STATUS_PAYLOAD 8       /* @property payload @unit byte */
#define ENGINE_STATUS_CYCLE_TIME 10   /* @property cycle_time @unit ms */

/* @message can-bus.wheel_speed */
#define WHEEL_SPEED_PAYLOAD 8         /* @property payload @unit byte */
#define WHEEL_SPEED_CYCLE_TIME 5      /* @property cycle_time @unit ms */

/* @message can-bus.diagnostics */
#define DIAGNOSTICS_PAYLOAD 8         /* @property payload @unit byte */
#define DIAGNOSTICS_CYCLE_TIME 100    /* @property cycle_time @unit ms */

#endif
